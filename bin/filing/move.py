#!/usr/bin/env python3
"""Moves the files that moves.tsv names and rewrites every path that names them: `python3 bin/filing/move.py REPOSITORY`."""
import subprocess,sys,re,os,posixpath
def load_map():
    here=os.path.dirname(os.path.abspath(__file__))
    return dict(l.rstrip('\n').split('\t') for l in open(os.path.join(here,'moves.tsv')) if '\t' in l)
def main_files(repo,commit=None):
    cmd=['git','-C',repo,'ls-tree','-r','--name-only',commit] if commit else ['git','-C',repo,'ls-files']
    return [f for f in subprocess.check_output(cmd,text=True).split('\n') if f]
def setup(fl,m):
    global M,files,fs,dirs
    M=dict(m); files=fl; fs=set(fl)
    for k in list(M):
        if k not in fs: del M[k]
    missing=[]
    for f in files:
        if (f.startswith('service/') or f.startswith('test/service/')) and f not in M: missing.append(f); M[f]=f
    dirs={}
    for f in files:
        d=posixpath.dirname(f)
        while True:
            dirs.setdefault(d,[]).append(f)
            if d=='': break
            d=posixpath.dirname(d)
    return missing
def newfile(f): return M.get(f,f)
DIRS={'service':'service','test':'test','':'','test/service':'service','service/store/queue':'service/platform/queue','service/operations':'service','service/store':'service'}
# Folders that did not move as one, and what is meant by them where a text names them.
def newdir(d):
    if d in DIRS: return DIRS[d]
    pre=None
    for f in dirs[d]:
        n=newfile(f); suf=f[len(d):] if d else f
        if not n.endswith(suf): return None
        p=n[:len(n)-len(suf)]
        if pre is None: pre=p
        elif pre!=p: return None
    return pre
problems=[]
def resolve(path,where):
    p=posixpath.normpath(path)
    if p=='.': p=''
    slash=path.endswith('/')
    if p in fs: return newfile(p)
    if re.match(r'(dist|node_modules|data|coverage|sdk/dist|gallery)(/|$)',p): return p+('/' if slash else '')
    if p in dirs:
        n=newdir(p)
        if n is None: problems.append((where,'folder that was taken apart',path)); return None
        return n+('/' if slash and n else '')
    return None
def rel(frm,to,slash):
    r=posixpath.relpath(to or '.',frm or '.')
    if not r.startswith('.'): r='./'+r
    return r+('/' if slash and not r.endswith('/') else '')
SKIP=re.compile(r'^(openapi\.json|agent-tools\.json|contracts/|agent-platform/|package-lock|sdk/src/.*generated|CHANGELOG|docs/requirements|service/migrations/.*\.sql)')
CODE=re.compile(r'\.(ts|tsx|js|mjs|cjs|jsx)$')
lit=re.compile(r'''(["'`])(\.\.?/[^"'`\n$]*)\1''')
tok=re.compile(r'(?<![\w/.@-])((?:test/)?service/[A-Za-z0-9_./-]*[A-Za-z0-9_/-])')
tokrel=re.compile(r'((?:\.\./)+)((?:test/)?service/[A-Za-z0-9_./-]*[A-Za-z0-9_])')
short=re.compile(r'(?<![\w/.-])((?:operations|store|worker|http|adapters|config|database|demo|cli|ports)/[A-Za-z0-9_/-]+\.ts)\b')

def rewrite(f,t):
    if SKIP.search(f): return t
    od,nd=posixpath.dirname(f),posixpath.dirname(newfile(f))
    if CODE.search(f):
        def sub(m):
            path=m.group(2)
            if path.startswith('./service/') and not f.startswith('bin/'):
                r=resolve(path[2:],f); return m.group(0) if r is None else m.group(1)+'./'+r+m.group(1)
            r=resolve(posixpath.join(od,path),f)
            if r is None: return m.group(0)
            return m.group(1)+rel(nd,r.rstrip('/'),path.endswith('/'))+m.group(1)
        t=lit.sub(sub,t)
        if od!=nd and re.search(r'''dirname,\s*"\.\."''',t): problems.append((f,'dirname, ".."',''))
    def sub2(m):
        r=resolve(m.group(1),f)
        if r is None:
            if m.group(1) not in ('service/',): problems.append((f,'no such path',m.group(1)))
            return m.group(0)
        if r=='': return m.group(0)
        return r.rstrip('/')+('/' if m.group(1).endswith('/') else '')
    t=tok.sub(sub2,t)
    if not CODE.search(f):
        def sub3(m):
            base=posixpath.normpath(posixpath.join(od,m.group(1)+m.group(2)))
            r=resolve(base,f)
            return m.group(0) if r is None else rel(nd,r,False)
        t=tokrel.sub(sub3,t)
    def sub4(m):
        r=M.get('service/'+m.group(1))
        return m.group(0) if r is None else r[len('service/'):] if f.startswith('service/') else r
    t=t.replace('join(root, "service", "main.ts")','join(root, "service", "host", "main.ts")').replace('service\\/main\\.ts','service\\/host\\/main\\.ts').replace('"./service/database/binaries.ts"','"./service/host/database/binaries.ts"')
    return short.sub(sub4,t)

repo=sys.argv[1]
missing=setup(main_files(repo),load_map())
for f in missing: print('NOT IN MAP',f)
n=c=0
for f in files:
    p=os.path.join(repo,f)
    try: t=open(p,encoding='utf8').read()
    except (UnicodeDecodeError,FileNotFoundError): continue
    if '\0' in t: continue
    o=rewrite(f,t)
    if o!=t: open(p,'w',encoding='utf8').write(o); c+=1
for a,b in M.items():
    if a!=b:
        os.makedirs(os.path.dirname(os.path.join(repo,b)),exist_ok=True); os.rename(os.path.join(repo,a),os.path.join(repo,b)); n+=1
subprocess.check_call(['git','-C',repo,'add','-A'])
print('moved',n,'rewritten',c)
for x in sorted(set(problems)): print('PROBLEM',*x)
