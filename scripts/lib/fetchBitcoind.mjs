import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseMirrors } from './parseMirrors.mjs'
import { run } from './run.mjs'

/** Debian has Bitcoin Knots, an MIT-licensed bitcoind, in this release's backports. */
const release = 'trixie'
const wanted = `bitcoin-knots/${release}-backports`
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * Extracts bitcoind and its libraries from Debian's packages, downloaded from the machine's own mirror and verified
 * with Debian's signatures. The system is not changed, so no permissions are needed.
 *
 * @param {string} folder for `bitcoind`
 */
export async function fetchBitcoind(folder) {
  const work = `${folder}.${process.pid}`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  try {
    await download(work)
    await unpack(work, join(work, 'done'))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(dirname(folder), { recursive: true })
    // atomically, so that an interrupted run leaves nothing that looks complete
    renameSync(join(work, 'done'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} work */
async function download(work) {
  const mirrors = parseMirrors(await succeed('apt-get', ['update', '--print-uris', '-oDebug::NoLocking=1']))
  if (mirrors.length === 0) throw new Error('The package sources of this machine list no mirror.')
  for (const directory of ['lists/partial', 'archives/partial']) mkdirSync(join(work, directory), { recursive: true })
  // with nothing counted as installed, every library is included, in matching versions
  writeFileSync(join(work, 'status'), '')
  const options = [
    `-oDir::Etc::sourcelist=${join(work, 'sources.list')}`,
    '-oDir::Etc::sourceparts=-',
    `-oDir::State::lists=${join(work, 'lists')}`,
    `-oDir::State::status=${join(work, 'status')}`,
    `-oDir::State::extended_states=${join(work, 'extended')}`,
    `-oDir::Cache::archives=${join(work, 'archives')}`,
    '-oDir::Cache::pkgcache=',
    '-oDir::Cache::srcpkgcache=',
    // as root, apt would read and write as another user, who may lack access to this folder
    '-oAPT::Sandbox::User=root',
    '-oDebug::NoLocking=1',
    '-oAcquire::http::Timeout=20',
    '-oAcquire::https::Timeout=20',
  ]
  /** @type {string[]} */
  const failures = []
  for (const mirror of mirrors) {
    const signed = existsSync(keyring) ? `[signed-by=${keyring}] ` : ''
    const lines = [release, `${release}-backports`].map((suite) => `deb ${signed}${mirror} ${suite} main\n`)
    writeFileSync(join(work, 'sources.list'), lines.join(''))
    try {
      await succeed('apt-get', [...options, '-qq', '--error-on=any', 'update'])
      await succeed('apt-get', [
        ...options,
        '-qq',
        '-y',
        '--no-install-recommends',
        '--download-only',
        'install',
        wanted,
      ])
      return
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`None of the package mirrors of this machine has ${wanted}.\n${failures.join('\n')}\n`)
}

/**
 * Keeps the program and the shared libraries, and runs it through the loader of its own libc, which may be newer than
 * the machine's.
 *
 * @param {string} work
 * @param {string} done
 */
async function unpack(work, done) {
  const tree = join(work, 'tree')
  const archives = join(work, 'archives')
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    await succeed('dpkg-deb', ['--extract', join(archives, file), tree])
  const libraries = findLibraries(join(tree, 'usr/lib'))
  mkdirSync(join(done, 'lib'), { recursive: true })
  for (const name of readdirSync(libraries).filter((entry) => /\.so(\.|$)/.test(entry)))
    renameSync(join(libraries, name), join(done, 'lib', name))
  mkdirSync(join(done, 'bin'))
  renameSync(join(tree, 'usr/bin/bitcoind'), join(done, 'bin/bitcoind'))
  const script = join(done, 'bitcoind')
  writeFileSync(
    script,
    `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here"/lib/ld-linux*.so.* --library-path "$here/lib" "$here/bin/bitcoind" "$@"
`,
  )
  chmodSync(script, 0o755)
}

/**
 * Finds the folder of the libraries, which is named after the machine's architecture: it is the one with the loader.
 *
 * @param {string} parent
 */
function findLibraries(parent) {
  const folders = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const found = folders.find(({ name }) => readdirSync(join(parent, name)).some((file) => file.startsWith('ld-linux')))
  if (!found) throw new Error('The packages include no libraries for this machine.')
  return join(parent, found.name)
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<string>} its output
 */
async function succeed(command, args) {
  const { code, output } = await run(command, args, { capture: true, timeout: 180_000 })
  if (code !== 0)
    throw new Error(`"${command} ${args.filter((arg) => !arg.startsWith('-o')).join(' ')}" failed: ${output.trim()}`)
  return output
}
