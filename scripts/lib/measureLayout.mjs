import { posix } from 'node:path'
import { formatTable } from './formatTable.mjs'

/** @typedef {{ path: string, text: string }} SourceFile `path` relative to the repository, with forward slashes */
/** @typedef {{ from: string, to: string, imports: readonly string[] }} FolderEdge `imports`: the importing files, with what they import */
/** @typedef {{ folders: readonly string[], edges: readonly FolderEdge[] }} FolderCycle `edges`: one way around it */
/**
 * @typedef {object} PackageLayout
 * @property {string} name such as `packages/core`
 * @property {number} files
 * @property {number} lines
 * @property {number} median lines per file
 * @property {number} p90
 * @property {number} max
 * @property {number} tiny files of at most 15 lines, without `index` files and `exports/`
 * @property {readonly FolderCycle[]} cycles the largest first
 */
/**
 * @typedef {object} Layout
 * @property {readonly PackageLayout[]} packages
 * @property {readonly string[]} bundlerOnly files that, by their names, exist only for a bundler
 * @property {readonly { path: string, lines: number }[]} long files above the limit
 */

const limits = { tiny: 15, long: 450, tinyFiles: 50, medianFrom: 20 }

/** Targets by package; all other packages have `otherTarget`. */
const targets = new Map([
  ['packages/core', { files: 220, median: 50 }],
  ['packages/ui-react', { files: 260, median: 45 }],
])
const otherTarget = { files: Number.POSITIVE_INFINITY, median: 45 }

const isMeasured = (/** @type {string} */ path) =>
  /\.tsx?$/.test(path) &&
  !/\.(test|spec|test-d)\.|\/(test|testing|fixtures)\/|\.generated\.|\.d\.ts$|\/locales\//.test(path)

const bundlerNames =
  /\/(later|loadLater|loadFurther|furtherLoaders|findArea|joinGroups)\.(ts|tsx|mjs)$|\/areas\/|Verbs?\.ts$|Parts\.ts$/

/** Folders that only group other folders: each folder in them counts on its own. */
const groupingFolders = new Set(['controllers', 'features', 'custody', 'views'])

/** An import or re-export of values from a relative path. `import type` does not count: it loads nothing. */
const valueImport = /^[ \t]*(?:import|export)\s+(?!type\s)[\w$*{},\s]*?from\s+['"](\.[^'"]+)['"]/gm

/**
 * Measures how the sources of each package and app are divided into files and folders.
 *
 * @param {readonly SourceFile[]} tree
 * @returns {Layout}
 */
export function measureLayout(tree) {
  const measured = tree.filter(({ path }) => isMeasured(path.replace(/\.mjs$/, '.ts')))
  /** @type {Map<string, SourceFile[]>} */
  const byPackage = new Map()
  for (const file of measured) {
    const name = /^((?:packages|apps)\/[^/]+)\/src\/.*\.tsx?$/.exec(file.path)?.[1]
    if (name !== undefined) byPackage.set(name, [...(byPackage.get(name) ?? []), file])
  }
  return {
    packages: [...byPackage].map(([name, files]) => measurePackage(name, files)),
    bundlerOnly: measured.map(({ path }) => path).filter((path) => bundlerNames.test(path)),
    long: [...byPackage.values()]
      .flat()
      .map(({ path, text }) => ({ path, lines: countLines(text) }))
      .filter(({ lines }) => lines > limits.long),
  }
}

/**
 * Finds folder cycles and files that exist only for a bundler. Both fail the gate `tree`.
 *
 * @param {Layout} layout
 * @returns {string[]} one entry per error; a cycle has several lines
 */
export function findLayoutErrors({ packages, bundlerOnly }) {
  return [
    ...packages.flatMap(({ name, cycles }) => cycles.map((cycle) => describeCycle(name, cycle))),
    ...bundlerOnly.map(
      (path) =>
        `${path}: by its name, it exists only for a bundler. Move its code into the feature, or name what it does.`,
    ),
  ]
}

/**
 * Finds targets that the layout misses and that fail no gate.
 *
 * @param {Layout} layout
 * @returns {string[]} one line each
 */
export function findLayoutWarnings({ packages, long }) {
  const strict = packages.filter(({ name }) => targets.has(name))
  const tiny = strict.reduce((sum, one) => sum + one.tiny, 0)
  return [
    ...packages.flatMap(({ name, files, median }) => {
      const target = targets.get(name) ?? otherTarget
      return [
        ...(files > target.files ? [`${name} has ${files} files (at most ${target.files})`] : []),
        // with few files, the median says little
        ...(median < target.median && files >= limits.medianFrom
          ? [`${name} has a median of ${median} lines (at least ${target.median})`]
          : []),
      ]
    }),
    ...(tiny > limits.tinyFiles
      ? [
          `${strict.map(({ name }) => name).join(' and ')} have ${tiny} files of at most ${limits.tiny} lines (at most ${limits.tinyFiles})`,
        ]
      : []),
    ...long.map(({ path, lines }) => `${path} has ${lines} lines (at most ${limits.long})`),
  ]
}

/**
 * @param {Layout} layout
 * @returns {string} a table of the packages, and the warnings below it
 */
export function formatLayout(layout) {
  const rows = [
    ['package', 'files', 'lines', 'median', 'p90', 'max', 'tiny', 'folder cycle'],
    ...layout.packages.map(({ name, files, lines, median, p90, max, tiny, cycles }) => [
      name,
      ...[files, lines, median, p90, max, tiny].map(String),
      cycles[0] === undefined ? '–' : `${cycles[0].folders.length} folders`,
    ]),
  ]
  return [formatTable(rows), ...findLayoutWarnings(layout).map((warning) => `Warning: ${warning}.`)].join('\n')
}

/**
 * @param {string} name
 * @param {readonly SourceFile[]} files
 * @returns {PackageLayout}
 */
function measurePackage(name, files) {
  const lengths = files.map(({ text }) => countLines(text)).sort((one, other) => one - other)
  const quantile = (/** @type {number} */ part) =>
    lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * part))] ?? 0
  return {
    name,
    files: files.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    median: quantile(0.5),
    p90: quantile(0.9),
    max: lengths.at(-1) ?? 0,
    tiny: files.filter(
      ({ path, text }) => !/\/(index|exports\/[^/]+)\.tsx?$/.test(path) && countLines(text) <= limits.tiny,
    ).length,
    cycles: findCycles(readFolderGraph(`${name}/src/`, files)),
  }
}

/** @param {string} text */
function countLines(text) {
  return text.split('\n').length - 1
}

/**
 * @param {string} source
 * @param {readonly SourceFile[]} files
 * @returns {Map<string, Map<string, string[]>>} the imports behind each edge, by the folders that it leads from and to
 */
function readFolderGraph(source, files) {
  /** @type {Map<string, Map<string, string[]>>} */
  const graph = new Map()
  for (const { path, text } of files) {
    const from = toFolder(path.slice(source.length))
    // files directly in `src` and entry points may import every folder
    if (from === '.' || from === 'exports') continue
    for (const [, specifier = ''] of text.matchAll(valueImport)) {
      const target = posix.join(posix.dirname(path), specifier)
      const to = toFolder(target.slice(source.length))
      if (!target.startsWith(source) || to === '.' || to === from) continue
      const edges = graph.get(from) ?? new Map()
      graph.set(from, edges.set(to, [...(edges.get(to) ?? []), `${path} imports ${specifier}`]))
    }
  }
  return graph
}

/** @param {string} path below `src` */
function toFolder(path) {
  const [first = '.', second] = posix.dirname(path).split('/')
  return second !== undefined && groupingFolders.has(first) ? `${first}/${second}` : first
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} graph
 * @returns {FolderCycle[]} one per set of folders that all reach each other, the largest first
 */
function findCycles(graph) {
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(graph, folder)]))
  /** @type {FolderCycle[]} */
  const cycles = []
  const seen = new Set()
  for (const folder of graph.keys()) {
    const ownReach = reached.get(folder)
    if (seen.has(folder) || !ownReach?.has(folder)) continue
    const folders = [...ownReach.keys()].filter((other) => reached.get(other)?.has(folder)).sort()
    for (const one of folders) seen.add(one)
    cycles.push({ folders, edges: shortestCycle(graph, folders) })
  }
  return cycles.sort((one, other) => other.folders.length - one.folders.length)
}

/**
 * Returns every folder that `start` reaches, breadth first, each with the folder before it on a shortest path.
 *
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} graph
 * @param {string} start in the result only if a cycle leads back to it
 * @returns {Map<string, string>}
 */
function reach(graph, start) {
  /** @type {Map<string, string>} */
  const before = new Map()
  const queue = [start]
  for (const folder of queue)
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (before.has(next)) continue
      before.set(next, folder)
      if (next !== start) queue.push(next)
    }
  return before
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} graph
 * @param {readonly string[]} folders that all reach each other
 * @returns {FolderEdge[]}
 */
function shortestCycle(graph, folders) {
  const paths = folders.map((start) => {
    const before = reach(graph, start)
    const path = [start]
    for (let last = before.get(start); last !== undefined && last !== start; last = before.get(last)) path.unshift(last)
    return [start, ...path]
  })
  const [shortest = []] = paths.sort((one, other) => one.length - other.length)
  return shortest.slice(1).map((to, index) => {
    const from = shortest[index] ?? ''
    return { from, to, imports: graph.get(from)?.get(to) ?? [] }
  })
}

/**
 * @param {string} name of the package
 * @param {FolderCycle} cycle
 */
function describeCycle(name, { folders, edges }) {
  const lines = edges.flatMap(({ from, to, imports }) => [
    `  ${from} → ${to}`,
    ...imports.slice(0, 5).map((one) => `    ${one}`),
    ...(imports.length > 5 ? [`    and ${imports.length - 5} more`] : []),
  ])
  return [
    `${name}: ${folders.length} folders import each other in a cycle: ${folders.join(', ')}. Move the imported code to the folder where it belongs, or pass it in. A shortest cycle:`,
    ...lines,
  ].join('\n')
}
