import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// It imports no installed package: it runs with the permission to publish.

const help = `Usage: node publish.mjs [tag]

Publishes the packages next to it whose versions are not published yet. With "tag", tags the commit that they were
built from.`

const folder = dirname(fileURLToPath(import.meta.url))
const [command, ...more] = process.argv.slice(2)
if (command === '--help' || command === '-h') console.log(help)
else if (more.length > 0 || (command !== undefined && command !== 'tag')) throw new Error(help)
else await publishAll(command === 'tag')

/** @param {boolean} isTagging */
async function publishAll(isTagging) {
  /** @type {{ packages: { name: string, version: string, file: string, sha256: string }[] }} */
  const { packages } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  if (isTagging) {
    for (const { name, version } of packages) await tag(`${name}@${version}`)
    return
  }
  for (const { file, sha256 } of packages) {
    const found = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    if (found !== sha256) throw new Error(`${file} is not the file that was packed.`)
  }
  for (const { name, version, file } of packages) publish(name, version, file)
}

/** @type {(name: string, version: string, file: string) => void} */
function publish(name, version, file) {
  const known = npm(['view', `${name}@${version}`, 'version', '--json'])
  if (known.status === 0 && known.stdout.includes(version)) {
    console.log(`${name}@${version} is already published.`)
    return
  }
  if (known.status !== 0 && !`${known.stdout}${known.stderr}`.includes('E404'))
    throw new Error(`Cannot look up ${name}@${version} in the registry:\n${known.stderr}`)
  // `npm install` gets no candidate unless asked: 1.0.0-rc.0 is published under the tag "rc"
  const [, candidate] = /-([a-z]+)/.exec(version) ?? []
  const { status, stderr } = npm([
    'publish',
    join(folder, file),
    '--provenance',
    '--access',
    'public',
    '--ignore-scripts',
    ...(candidate === undefined ? [] : ['--tag', candidate]),
  ])
  if (status !== 0) throw new Error(`${name}@${version} was not published:\n${stderr}`)
  console.log(`Published ${name}@${version}.`)
}

/** @type {(args: readonly string[]) => { status: number | null, stdout: string, stderr: string }} */
function npm(args) {
  return spawnSync('npm', [...args], { encoding: 'utf8', timeout: 300_000 })
}

/** @type {(name: string) => Promise<void>} */
async function tag(name) {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_SHA: sha, GITHUB_TOKEN: token } = process.env
  const response = await fetch(`${api}/repos/${repository}/git/refs`, {
    method: 'POST',
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ref: `refs/tags/${name}`, sha }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  // 422: a version that was released before already has its tag
  if (!response.ok && !(response.status === 422 && text.includes('already exists')))
    throw new Error(`Cannot create the tag ${name}: ${response.status} ${text}`)
  console.log(`${name}: ${response.status}`)
}
