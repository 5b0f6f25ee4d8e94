/** Starts Swagger UI over this host's OpenAPI document, and fills the table of errors and the list of changes. */

/** Finds operations and webhooks by all words of their group, method, path, summary, name and description. */
const searchOperations = ({ React }) => ({
  fn: {
    opsFilter: (groups, phrase) => {
      const isMeant = matcherOf(phrase)
      return groups
        .map((group, name) => group.update("operations", (each) => each.filter((one) => isMeant(name, one))))
        .filter((group) => group.get("operations").size > 0)
    },
  },
  wrapComponents: {
    // Swagger UI 5.35 leaves webhooks out of its search.
    Webhooks: (Webhooks, system) => (props) => {
      const isMeant = matcherOf(system.layoutSelectors.currentFilter())
      const selectWebhooksOperations = () =>
        webhooksThat(isMeant, props.specSelectors.selectWebhooksOperations())
      const specSelectors = { ...props.specSelectors, selectWebhooksOperations }
      return React.createElement(Webhooks, { ...props, specSelectors })
    },
  },
})

/** `phrase` is `true` while nothing has been typed. */
function matcherOf(phrase) {
  const words = typeof phrase === "string" ? phrase.toLowerCase().split(/\s+/).filter(Boolean) : []
  return (group, operation) => {
    const text = searchedTextOf(group, operation)
    return words.every((word) => text.includes(word))
  }
}

/** `webhooks` are lists of operations by the webhook's name. */
function webhooksThat(isMeant, webhooks) {
  const found = Object.entries(webhooks).map(([name, operations]) => [
    name,
    operations.filter(({ operation }) => isMeant("webhooks", operation)),
  ])
  return Object.fromEntries(found.filter(([, operations]) => operations.length > 0))
}

function searchedTextOf(group, operation) {
  const described = ["summary", "operationId", "description"].map((key) =>
    operation.getIn(["operation", key]),
  )
  return [group, operation.get("method"), operation.get("path"), ...described].join(" ").toLowerCase()
}

/**
 * Follows the document's references itself. They all lead to its own components; Swagger UI's resolver instead takes the whole
 * document apart for each operation that is opened, and once when the page comes, which holds a browser up for seconds.
 */
const resolveReferences = () => ({
  fn: {
    resolveSubtree: async (document, path) => {
      const part = path.reduce((within, key) => within?.[key], document)
      return { spec: resolved(part, document), errors: [] }
    },
  },
  wrapComponents: {
    // Swagger UI 5.35 shows the button before the references are followed, and fails on its press.
    execute:
      (Execute, { React }) =>
      (props) =>
        props.specSelectors.specResolvedSubtree(["paths", props.path, props.method])
          ? React.createElement(Execute, props)
          : null,
  },
})

/** A schema that holds itself keeps the reference there. `within` are the references that lead here. */
function resolved(part, document, within = []) {
  if (Array.isArray(part)) return part.map((each) => resolved(each, document, within))
  if (part === null || typeof part !== "object") return part
  const { $ref: reference, ...beside } = part
  if (typeof reference === "string" && !within.includes(reference)) {
    const target = reference
      .split("/")
      .slice(1)
      .reduce((whole, key) => whole[key], document)
    return { ...resolved(target, document, [...within, reference]), ...beside }
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, resolved(each, document, within)]),
  )
}

/** Shows how the operation is called by curl and by the SDK, what events it causes and what refuses it, above its answers. */
const showCodeSamples = ({ React }) => ({
  wrapComponents: {
    responses: (Responses) => (props) => {
      const operation = props.specSelectors.specJson().getIn(["paths", props.path, props.method])
      const listed = (name) => operation?.get(name)?.toJS() ?? []
      const shown = listed("x-codeSamples").map(({ label, source }) =>
        React.createElement(
          "figure",
          { className: "code-sample", key: label },
          React.createElement("figcaption", null, label),
          React.createElement("pre", null, React.createElement("code", null, source)),
        ),
      )
      const codes = listed("x-refusals")
      const events = listed("x-events")
      return React.createElement(
        React.Fragment,
        null,
        ...shown,
        events.length > 0 &&
          React.createElement(
            "p",
            { className: "events" },
            "Events: ",
            React.createElement("code", null, events.join(", ")),
          ),
        codes.length > 0 && React.createElement(Refusals, { codes, React }),
        React.createElement(Responses, props),
      )
    },
    // They are shown above, and not as extensions besides.
    OperationExtRow: (OperationExtRow) => (props) =>
      ["x-codeSamples", "x-refusals", "x-events"].includes(props.xKey)
        ? null
        : React.createElement(OperationExtRow, props),
  },
})

const errors = fetch("/docs/errors.json").then((answer) => answer.json())

/** Each code with what it means. Closed at first: the operation's own come first, then what any operation may meet. */
function Refusals({ codes, React }) {
  const [known, setKnown] = React.useState([])
  React.useEffect(() => {
    errors.then(setKnown)
  }, [])
  const rows = codes.flatMap((code) => {
    const meaning = known.find((each) => each.code === code)?.when ?? ""
    return [
      React.createElement("dt", { key: code }, React.createElement("code", null, code)),
      React.createElement("dd", { key: `${code} means` }, meaning.replaceAll("`", "")),
    ]
  })
  return React.createElement(
    "details",
    { className: "refusals" },
    React.createElement("summary", null, `Refusals (${codes.length})`),
    React.createElement("dl", null, ...rows),
  )
}

/** Names, headings and focus that Swagger UI 5.35 lacks, found by axe. */
const mendAccessibility = ({ React }) => ({
  components: {
    // The path is inside the button that opens its operation, where a link of its own cannot be.
    DeepLink: ({ text }) => React.createElement("span", null, text),
    // The document has one server: this host.
    ServersContainer: () => null,
  },
  wrapComponents: {
    operations: (Operations) => (props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement("h2", { className: "operations-title" }, "Operations"),
        React.createElement(Operations, props),
      ),
    CloseIcon: (CloseIcon) => (props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement("span", { className: "only-read-aloud" }, "Close"),
        React.createElement(CloseIcon, props),
      ),
    TextArea: (TextArea) => (props) =>
      React.createElement(TextArea, { "aria-label": "Request body", ...props }),
    // A name by which voice control cannot find the button, since it shows other words.
    Button: (Button) => (props) => React.createElement(Button, { ...props, "aria-label": undefined }),
  },
})

function followColorScheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)")
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches)
  dark.addEventListener("change", follow)
  follow()
}

async function fillErrors() {
  const rows = (await errors).map(({ code, status, when, whatToDo }) => {
    const head = element("th", element("code", code), ` ${status}`)
    head.scope = "row"
    head.id = `error-${code}`
    return element("tr", head, element("td", ...proseOf(when)), element("td", ...proseOf(whatToDo)))
  })
  document.querySelector("#errors tbody").append(...rows)
}

async function fillChanges() {
  const answer = await fetch("/docs/changes.json")
  const days = (await answer.json()).flatMap(({ date, changes }) => [
    element("h3", date),
    element("ul", ...changes.map((change) => element("li", ...proseOf(change)))),
  ])
  document.querySelector("#changes").append(...days)
}

/** A text whose `code` stands in backticks. */
const proseOf = (text) =>
  text.split("`").map((piece, index) => (index % 2 === 1 ? element("code", piece) : piece))

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

followColorScheme()
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  filter: true,
  plugins: [searchOperations, resolveReferences, showCodeSamples, mendAccessibility],
  requestSnippetsEnabled: true,
  requestSnippets: { languages: ["curl_bash"] },
  showExtensions: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
fillErrors()
fillChanges()
