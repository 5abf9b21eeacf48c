import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packPackage } from './packPackage.mjs'
import { run } from './run.mjs'

/**
 * Packs a package as a release does, and checks what its users would get.
 *
 * @param {string} folder of the package
 * @param {string} target where the tarball goes
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkPackage(folder, target) {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const filename = await packPackage(folder, target)
  // its own listing leaves out the licence, which it takes from the root
  const listing = await run('tar', ['-tzf', filename], { capture: true })
  const paths = listing.output.split('\n').map((path) => path.replace(/^package\//, ''))

  const missing = ['README.md', 'LICENSE'].filter((path) => !paths.includes(path))
  const superfluous = paths.filter((path) => /\.(test|test-d|spec)\.|(^|\/)(node_modules|\.turbo)\//.test(path))
  return [
    ...missing.map((path) => `${name} is packed without ${path}. Add the file.`),
    ...superfluous.map((path) => `${name} is packed with ${path}. Narrow "files" in its package.json.`),
    ...(await lintPackage(name, filename)),
    ...(await checkTypes(name, filename)),
  ]
}

/**
 * @param {string} name
 * @param {string} tarball
 */
async function lintPackage(name, tarball) {
  const bytes = readFileSync(tarball)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: /** @type {ArrayBuffer} */ (buffer) }, strict: true })
  if (JSON.stringify(pkg).includes('"workspace:'))
    return [`${name} is packed with a "workspace:" range. Pack it with pnpm.`]
  return messages.map((message) => `${name}: ${message.type}: ${formatMessage(message, pkg, { color: false })}`)
}

/**
 * @param {string} name
 * @param {string} tarball
 */
async function checkTypes(name, tarball) {
  // every package is ESM, so resolution by CommonJS is not asked for; a stylesheet has no types
  const options = [
    '--profile',
    'esm-only',
    '--no-color',
    '--no-emoji',
    '--format',
    'ascii',
    '--exclude-entrypoints',
    './styles.css',
  ]
  const { code, output } = await run('attw', [tarball, ...options], { capture: true })
  return code === 0 ? [] : [`${name}: wrong types:\n${output}`]
}
