/** Scripts that npm runs on the machine of anyone who installs a package. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
/** What a package may include besides its `dist`. */
const allowedFiles = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']

/**
 * @typedef {object} Packed
 * @property {Record<string, any>} manifest the package.json within the tarball
 * @property {readonly string[]} paths of all files in it
 */

/**
 * Finds forbidden and missing contents of a packed package, regardless of its code.
 *
 * @param {Packed} packed
 * @param {{ node: string, license: string }} repository the repository's own Node range and licence
 * @returns {string[]} the errors, each with its fix
 */
export function findPackageErrors({ manifest, paths }, repository) {
  const { scripts = {}, publishConfig = {}, engines = {}, bin = {}, exports: entries = {} } = manifest
  const code = paths.filter((path) => path.startsWith('dist/'))
  const targets = [...listTargets(entries), ...listTargets(bin), ...listTargets(manifest.sideEffects)]
  /** @type {readonly (readonly [boolean, string])[]} */
  const rules = [
    ...['README.md', 'LICENSE'].map(
      (path) => /** @type {const} */ ([!paths.includes(path), `lacks ${path}. Add the file.`]),
    ),
    ...paths
      .filter((path) => !allowedFiles.includes(path) && (!code.includes(path) || isStray(path)))
      .map((path) => /** @type {const} */ ([true, `includes ${path}. Narrow "files" in its package.json.`])),
    ...installScripts
      .filter((name) => name in scripts)
      .map((name) => /** @type {const} */ ([true, `runs "${name}" on install. Build before packing instead.`])),
    ...targets
      .filter((path) => !paths.includes(path))
      .map(
        (path) =>
          /** @type {const} */ ([true, `refers to ${path}, which it does not include. Build it, or correct the path.`]),
      ),
    [code.length === 0, 'includes no code. Build it before packing.'],
    [manifest.private === true, 'is private. Remove "private", or do not publish it.'],
    [manifest.type !== 'module', 'lacks "type": "module".'],
    [
      manifest.license !== repository.license,
      `has the licence "${manifest.license}"; the repository has "${repository.license}".`,
    ],
    [typeof manifest.description !== 'string', 'has no description.'],
    [!('sideEffects' in manifest), 'lacks "sideEffects", so bundlers keep all files.'],
    [manifest.sideEffects === true, 'has "sideEffects": true. List the files that have side effects.'],
    [
      engines.node !== repository.node,
      `has "engines.node": "${engines.node}"; the repository has "${repository.node}".`,
    ],
    [publishConfig.access !== 'public', 'lacks "access": "public" in "publishConfig".'],
    [publishConfig.provenance !== true, 'lacks "provenance": true in "publishConfig".'],
    ['registry' in publishConfig, 'specifies a registry. Leave that to the publisher.'],
    [JSON.stringify(manifest).includes('"workspace:'), 'is packed with a "workspace:" range. Pack it with pnpm.'],
    [
      Object.values({ ...manifest.dependencies, ...manifest.peerDependencies }).some((range) =>
        /^(file|link|git|http)/.test(range),
      ),
      'depends on a package outside the registry.',
    ],
  ]
  return rules.flatMap(([isBroken, error]) => (isBroken ? [`${manifest.name} ${error}`] : []))
}

/** @param {string} path */
const isStray = (path) => /\.(test|test-d|spec)\.|(^|\/)(node_modules|\.turbo|testing)\//.test(path)

/**
 * Returns the files that a field of a package.json refers to, at any depth.
 *
 * @param {unknown} field
 * @returns {string[]}
 */
function listTargets(field) {
  if (typeof field === 'string') return [field.replace(/^\.\//, '')]
  return typeof field === 'object' && field !== null ? Object.values(field).flatMap(listTargets) : []
}
