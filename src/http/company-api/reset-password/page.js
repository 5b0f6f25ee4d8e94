const token = location.hash.slice(1)
history.replaceState(null, "", location.pathname)
const form = document.querySelector("form")
const says = document.querySelector("[role=status]")
form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const button = form.querySelector("button")
  button.disabled = true
  try {
    const answer = await fetch("/api/v1/password-resets", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, new_password: form.elements.password.value }),
    })
    const { data, error } = await answer.json()
    if (answer.ok) form.remove()
    says.textContent = answer.ok
      ? `Your new password is set. You can sign in as ${data.email} now.`
      : said(error)
  } catch {
    says.textContent = "The service could not be reached. Please try again."
  }
  button.disabled = false
})

function said({ field, message }) {
  return field === "new_password" ? "Choose a password of 10 to 200 characters." : message
}
