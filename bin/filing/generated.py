#!/usr/bin/env python3
"""Moves generated text into api/ and build settings off the root. Run at the root of the repository, after words.py."""
import subprocess,re,os
def sh(*a): subprocess.check_call(a)
os.makedirs('api',exist_ok=True)
names=['openapi.json','agent-tools.json','schema.sql','statements.sql','agent-platform']
for n in names: sh('git','mv',n,'api/'+n)
sh('git','mv','.spectral.yaml','api/spectral.yaml'); sh('git','mv','redocly.yaml','api/redocly.yaml')
sh('git','mv','tsconfig.browser.json','ui/tsconfig.browser.json'); sh('git','mv','vite.config.ts','pages/vite.config.ts'); sh('git','rm','-q','.containerignore')
N=r'(openapi\.json|agent-tools\.json|schema\.sql|statements\.sql|agent-platform)'
files=[f for f in subprocess.check_output(['git','ls-files'],text=True).split('\n') if f and not f.startswith(('api/','contracts/','sdk/src/')) and f not in('CHANGELOG.md','docs/requirements.md','docs/moved-files.tsv','docs/api-changes.md','package-lock.json')]
for f in files:
    try: t=open(f,encoding='utf8').read()
    except UnicodeDecodeError: continue
    o=t
    if re.search(r'\.(ts|tsx|js|mjs)$',f):
        t=re.sub(r'(join\((?:root|import\.meta\.dirname|folder|place),\s*)"'+N+r'(?=["/])',r'\1"api/\2',t)
        t=re.sub(r'(join\(import\.meta\.dirname,\s*)"((?:\.\./)+)'+N+r'(?=["/])',r'\1"\2api/\3',t)
        t=re.sub(r'(join\(import\.meta\.dirname,\s*)`((?:\.\./)+)'+N+r'(?=[`/])',r'\1`\2api/\3',t)
        t=re.sub(r'(\bread\()(["`])'+N,r'\1\2api/\3',t)
        t=re.sub(r'(new URL\()"((?:\.\./)+)'+N+r'"',r'\1"\2api/\3"',t)
        t=re.sub(r'(?<=[ `(])`'+N+r'`',r'`api/\1`',t)  # comments
        t=re.sub(r'(The text of |out of |of |from |Writes |that )`'+N,r'\1`api/\2',t)
        t=t.replace('join(root, ".spectral.yaml")','join(root, "api/spectral.yaml")').replace('join(root, "redocly.yaml")','join(root, "api/redocly.yaml")')
        t=t.replace('join(root, "vite.config.ts")','join(root, "pages", "vite.config.ts")').replace('"tsconfig.browser.json"','"ui/tsconfig.browser.json"')
    if f.endswith('.md'):
        t=re.sub(r'(?<![/\w])`'+N+r'(/?)`',r'`api/\1\2`',t)
        t=re.sub(r'\]\((\.\./)?'+N+r'\)',r'](\1api/\2)',t)
        t=re.sub(r'\[(agent-tools\.json)\]',r'[api/\1]',t)
        t=re.sub(r'(--path |push\.js |\x27del\(\.webhooks\)\x27 )'+N,r'\1api/\2',t)
        t=t.replace('`.spectral.yaml`','`api/spectral.yaml`').replace('`redocly.yaml`','`api/redocly.yaml`').replace('`vite.config.ts`','`pages/vite.config.ts`')
    if t!=o: open(f,'w',encoding='utf8').write(t)
def ed(p,*subs):
    s=open(p).read()
    for a,b in subs:
        if a not in s: print('MISSING',p,a[:80]); continue
        s=s.replace(a,b)
    open(p,'w').write(s)
ed('service/ways-in/api-docs/generate.ts',('    "openapi.json": openApiText()','    "api/openapi.json": openApiText()'),('    "agent-tools.json": agentToolsText()','    "api/agent-tools.json": agentToolsText()'))
ed('service/host/cli/generate.ts',('"openapi.json, agent-tools.json, agent-platform, contracts','"api/ (openapi.json, agent-tools.json, agent-platform, schema.sql), contracts'),("the SDK's types, schema.sql and service","the SDK's types and service"))
ed('bin/release.js',('"packaging", "origins", "agent-platform"]','"packaging", "origins", "api"]'),('"agent-tools.json", "openapi.json", "LICENSE"','"LICENSE"'))
ed('bin/pages.js',('    "vite.config.ts",','    "pages/vite.config.ts",'),('    "openapi.json",','    "api/openapi.json",'))
ed('biome.json',('      "!openapi.json",\n      "!agent-tools.json",\n      "!agent-platform",\n','      "!api",\n'))
ed('test/support/dev-loop.ts',('  "ui/tsconfig.browser.json",\n  "vite.config.ts",\n  "openapi.json",\n',''),('const copied = ["bin",','const copied = ["api", "bin",'))
ed('test/docs/committed-outputs.test.ts',('"openapi.json", "schema.sql"','"api/openapi.json", "api/schema.sql"'))
ed('test/production-install.test.ts',('    writeFileSync(join(place, "vite.config.ts"), "")','    mkdirSync(join(place, "pages"))\n    writeFileSync(join(place, "pages/vite.config.ts"), "")'))
for p in ['console/tsconfig.json','pages/tsconfig.json']: ed(p,('"../tsconfig.browser.json"','"../ui/tsconfig.browser.json"'))
ed('ui/tsconfig.json',('"../tsconfig.browser.json"','"./tsconfig.browser.json"'))
ed('ui/tsconfig.browser.json',('"./tsconfig.json"','"../tsconfig.json"'),('["console", "pages", "ui", "test/console", "test/pages", "test/ui"]','["../console", "../pages", "../ui", "../test/console", "../test/pages", "../test/ui"]'))
ed('tsconfig.json',('"bench", "vite.config.ts", "vitest.config.ts"]','"bench", "pages/vite.config.ts", "vitest.config.ts"]'))
ed('pages/vite.config.ts',('"./bin/','"../bin/'),('fileURLToPath(new URL(path, import.meta.url))','fileURLToPath(new URL(`../${path}`, import.meta.url))'))
ed('service/host/cli/packaging.test.ts',('''it("SC-04 a build in a container leaves the same out, whichever program makes it", () => {
  expect(read(".dockerignore")).toBe(read(".containerignore"))
})''','''it("SC-04 a build in a container leaves out what is the machine's own", () => {
  // Podman reads it too, where there is no `.containerignore`.
  expect(read(".dockerignore").split("\\n")).toEqual(expect.arrayContaining([".git", "node_modules", "data", ".env"]))
})'''))
ed('docs/operations.md',('writes `api/openapi.json`, `api/agent-tools.json`','writes `api/openapi.json`, `api/agent-tools.json`'))
sh('git','add','-A')
print(len([f for f in os.listdir('.') if os.path.isfile(f) and f not in('.git',)]),'files at the root')
