/** Scripts that npm runs on the machine of anyone who installs a package. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
/** What a package may include besides its `dist`. */
const papers = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']

/**
 * @typedef {object} Packed
 * @property {Record<string, any>} manifest the package.json within the tarball
 * @property {readonly string[]} paths of all files in it
 */

/**
 * Finds forbidden and missing contents of a packed package, regardless of its code.
 *
 * @param {Packed} packed
 * @param {{ node: string, license: string }} house what the repository itself says of Node and of its licence
 * @returns {string[]} what is wrong, each with its cure
 */
export function findPackageFaults({ manifest, paths }, house) {
  const { scripts = {}, publishConfig = {}, engines = {}, bin = {}, exports: entries = {} } = manifest
  const code = paths.filter((path) => path.startsWith('dist/'))
  const targets = [...listTargets(entries), ...listTargets(bin), ...listTargets(manifest.sideEffects)]
  /** @type {readonly (readonly [boolean, string])[]} */
  const rules = [
    ...['README.md', 'LICENSE'].map(
      (path) => /** @type {const} */ ([!paths.includes(path), `lacks ${path}. Add the file.`]),
    ),
    ...paths
      .filter((path) => !papers.includes(path) && (!code.includes(path) || isStray(path)))
      .map((path) => /** @type {const} */ ([true, `holds ${path}. Narrow "files" in its package.json.`])),
    ...installScripts
      .filter((name) => name in scripts)
      .map(
        (name) => /** @type {const} */ ([true, `runs "${name}" where it is installed. Build before packing instead.`]),
      ),
    ...targets
      .filter((path) => !paths.includes(path))
      .map(
        (path) =>
          /** @type {const} */ ([true, `names ${path}, which it does not hold. Build it, or correct the name.`]),
      ),
    [code.length === 0, 'holds no code. Build it before it is packed.'],
    [manifest.private === true, 'is private. Take that out, or leave it where it is not published.'],
    [manifest.type !== 'module', 'is not of the type "module".'],
    [
      manifest.license !== house.license,
      `is under "${manifest.license}", and the repository under "${house.license}".`,
    ],
    [typeof manifest.description !== 'string', 'has no description.'],
    [!('sideEffects' in manifest), 'does not say which files have side effects, so that bundlers keep all of them.'],
    [manifest.sideEffects === true, 'says that every file has side effects. Name those that do.'],
    [engines.node !== house.node, `says "engines.node" "${engines.node}", and the repository "${house.node}".`],
    [publishConfig.access !== 'public', 'lacks "access": "public" in "publishConfig".'],
    [publishConfig.provenance !== true, 'lacks "provenance": true in "publishConfig".'],
    ['registry' in publishConfig, 'names a registry. Leave that to whoever publishes.'],
    [JSON.stringify(manifest).includes('"workspace:'), 'is packed with a "workspace:" range. Pack it with pnpm.'],
    [
      Object.values({ ...manifest.dependencies, ...manifest.peerDependencies }).some((range) =>
        /^(file|link|git|http)/.test(range),
      ),
      'depends on something outside of the registry.',
    ],
  ]
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [`${manifest.name} ${fault}`] : []))
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
