import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toDeclaredLicence } from './licences.mjs'
import { root } from './root.mjs'
import { createBom } from './sbom/createBom.mjs'
import { parseIntegrities } from './sbom/parseIntegrities.mjs'
import { readTree } from './sbom/readTree.mjs'

/**
 * @typedef {object} App
 * @property {string} folder of the app, relative to the repository
 * @property {string} program the file in `dist` that Node runs
 * @property {readonly string[]} [others] programs in `dist` that come with it
 * @property {readonly string[]} [copies] what else it reads from `dist`, built for browsers
 * @property {readonly string[]} [additions] files of deploy/ that come with it
 */

/** The programs that run in production. @type {Readonly<Record<string, App>>} */
export const apps = {
  gateway: { folder: 'apps/gateway', program: 'main.js' },
  site: { folder: 'apps/vault', program: 'site.js', copies: ['frame'] },
  custody: {
    folder: 'apps/vault',
    program: 'custody.js',
    others: ['keyHost.js'],
    additions: ['kekSecret.mjs'],
  },
  holder: { folder: 'apps/vault', program: 'holder.js' },
  relay: { folder: 'apps/relay', program: 'main.js' },
  console: { folder: 'apps/console', program: 'main.js', copies: ['web'] },
}

/**
 * Writes a program with all its dependencies into a separate folder, so that it runs with Node alone: `dist/` with the program,
 * `probe.mjs` for health checks, the licences and the bill of materials (CycloneDX) of the packages in it.
 *
 * @param {string} name one of {@link apps}
 * @param {string} folder is replaced
 */
export async function bundleApp(name, folder) {
  const app = apps[name]
  if (!app) throw new Error(`Unknown app: ${name}. There are ${Object.keys(apps).join(', ')}.`)
  const source = join(root, app.folder)
  const program = join(source, 'dist', app.program)
  if (!existsSync(program)) throw new Error(`${app.folder} is not built: run "npm run build" first.`)
  await rm(folder, { recursive: true, force: true })
  // a fresh clone has it only once the caller has installed it
  const { build } = await import('esbuild')
  const { metafile } = await build({
    entryPoints: [program, ...(app.others ?? []).map((other) => join(source, 'dist', other))],
    outdir: join(folder, 'dist'),
    bundle: true,
    // rarely used code is loaded by the commands that need it
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    // native additions that pg and ws do without
    external: ['pg-native', 'bufferutil', 'utf-8-validate'],
    // packages that are CommonJS load parts of Node with require
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url)",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'none',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'error',
  })
  const { version, license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const manifest = { name: `@latchkey/${name}`, version, private: true, license, type: 'module' }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const copy of app.copies ?? []) {
    await mkdir(dirname(join(folder, 'dist', copy)), { recursive: true })
    await cp(join(source, 'dist', copy), join(folder, 'dist', copy), { recursive: true })
  }
  for (const file of ['probe.mjs', ...(app.additions ?? [])]) await cp(join(root, 'deploy', file), join(folder, file))
  const bundled = listBundled(Object.keys(metafile.inputs))
  // files for browsers were bundled before, from any of the app's dependencies
  const [own, ...parts] = readTree(source)
  const used = parts.filter((part) => app.copies !== undefined || bundled.has(toKey(part)))
  const keys = new Set(used.map(toKey))
  const missing = [...bundled].filter((key) => !keys.has(key) && !key.startsWith('@latchkey/'))
  if (missing.length > 0) throw new Error(`Packages in ${name} that it doesn't depend on: ${missing.join(', ')}.`)
  const keep = (/** @type {Part} */ part) => ({ ...part, needs: part.needs.filter((need) => keys.has(need)) })
  const integrities = parseIntegrities(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
  const bom = createBom([{ ...keep(own), name: manifest.name }, ...used.map(keep)], integrities)
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
  await writeFile(join(folder, 'LICENCES.txt'), formatLicences(used))
  return { files: Object.keys(metafile.outputs).length, packages: used.length }
}

/** @typedef {import('./sbom/readTree.mjs').Part} Part */

const toKey = (/** @type {Part} */ { name, version }) => `${name}@${version}`

/**
 * Finds the packages that files belong to, as `name@version`.
 *
 * @param {readonly string[]} paths relative to the repository
 */
function listBundled(paths) {
  const folders = new Set(
    paths.flatMap((path) => /^(?:.*node_modules\/(?:@[^/]+\/)?|packages\/)[^/]+/.exec(path)?.[0] ?? []),
  )
  return new Set(
    [...folders].map((folder) => toKey(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))),
  )
}

/** @param {readonly Part[]} parts */
function formatLicences(parts) {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const others = parts
    .filter(({ name }) => !name.startsWith('@latchkey/'))
    .sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
    .map((part) => {
      const files = readdirSync(part.folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      const texts = files.map((file) => readFileSync(join(part.folder, file), 'utf8').trim())
      return [`${toKey(part)}: ${toDeclaredLicence(part)}`, ...texts].join('\n\n')
    })
  return `${['Latchkey', own].join('\n\n')}\n\n${others.map((text) => `---\n\n${text}`).join('\n\n')}\n`
}
