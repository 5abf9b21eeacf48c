// Copies Node and its dependencies from Debian into a folder that becomes an image: its libraries, certificates, and the files by which
// the C library knows users and hosts. `node copyNode.mjs <folder>`
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node copyNode.mjs <folder>')

const copy = (/** @type {string} */ path, target = path) => {
  mkdirSync(dirname(join(folder, target)), { recursive: true })
  cpSync(realpathSync(path), join(folder, target))
}

copy(process.execPath, '/usr/local/bin/node')
const listed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
for (const [, library] of listed.matchAll(/(\/\S+\.so\S*)/g)) copy(library)
const authorities = '/etc/ssl/certs/ca-certificates.crt'
// Node has its own list; this one is for programs that custody may run
if (existsSync(authorities)) copy(authorities)

const write = (/** @type {string} */ path, /** @type {string} */ text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
write('/etc/passwd', 'root:x:0:0::/root:/sbin/nologin\nlatchkey:x:65532:65532::/var/lib/latchkey:/sbin/nologin\n')
write('/etc/group', 'root:x:0:\nlatchkey:x:65532:\n')
write('/etc/nsswitch.conf', 'hosts: files dns\n')

// new volumes get the owner of the folder that they cover
for (const [path, mode] of /** @type {const} */ ([
  ['/tmp', 0o1777],
  ['/var/lib/latchkey', 0o700],
])) {
  mkdirSync(join(folder, path), { recursive: true })
  chmodSync(join(folder, path), mode)
  if (path !== '/tmp') chownSync(join(folder, path), 65_532, 65_532)
}
