import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { findPackageErrors } from './findPackageErrors.mjs'
import { packPackage } from './packPackage.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * Packs a package as a release does, and checks what its users would get.
 *
 * @param {string} folder of the package
 * @param {string} target where the tarball goes
 * @returns {Promise<string[]>} the errors found
 */
export async function checkPackage(folder, target) {
  const filename = await packPackage(folder, target)
  // pnpm's own listing omits the licence, which it copies from the root
  const listing = await run('tar', ['-tzf', filename], { capture: true })
  const paths = listing.output.split('\n').flatMap((path) => (path === '' ? [] : [path.replace(/^package\//, '')]))
  const packed = await run('tar', ['-xzOf', filename, 'package/package.json'], { capture: true })
  const manifest = JSON.parse(packed.output)
  const { engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name } = manifest
  return [
    ...findPackageErrors({ manifest, paths }, { node: engines.node, license }),
    ...(await lintPackage(name, filename)),
    // a package that is only a command has no types
    ...(manifest.exports ? await checkTypes(name, filename) : []),
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
  return messages.map((message) => `${name}: ${message.type}: ${formatMessage(message, pkg, { color: false })}`)
}

/**
 * @param {string} name
 * @param {string} tarball
 */
async function checkTypes(name, tarball) {
  // every package is ESM, so CommonJS resolution is not checked; stylesheets have no types
  const options = [
    '--profile',
    'esm-only',
    '--no-color',
    '--no-emoji',
    '--format',
    'ascii',
    '--exclude-entrypoints',
    './styles.css',
    './tokens.css',
  ]
  const { code, output } = await run('attw', [tarball, ...options], { capture: true })
  return code === 0 ? [] : [`${name}: wrong types:\n${output}`]
}
