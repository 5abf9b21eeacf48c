import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from '../../../scripts/lib/root.mjs'

export type PageName =
  | 'app'
  | 'viem-app'
  | 'three-app'
  | 'floor-app'
  | 'empty-app'
  | 'churn-app'
  | 'list-app'
  | 'pairing-app'
  | 'money-app'
  | 'growth-app'

/** One file of a built page. */
export type BuiltFile = {
  readonly body: Buffer
  /** Its compressed form: gzip, level 9. */
  readonly gzip: Buffer
  /** The modules in it, if it is JavaScript. */
  readonly modules: readonly string[]
  /** Paths of the files that it imports statically. */
  readonly imports: readonly string[]
}

/** Files by path, such as `/assets/index-1a2b.js`. */
export type BuiltPage = ReadonlyMap<string, BuiltFile>

/** Builds one page with Vite's defaults next to the installed packages, and keeps the result in memory. */
export async function buildPage(name: PageName, appFolder: string): Promise<BuiltPage> {
  const folder = join(appFolder, name)
  cpSync(join(root, 'bench', name), folder, { recursive: true })
  const result = await build({ root: folder, configFile: false, logLevel: 'warn', build: { write: false } })
  if (!('output' in result)) throw new Error(`Building ${name} produced more than one output.`)
  return new Map(result.output.map((output) => [`/${output.fileName}`, toFile(output)]))
}

function toFile(output: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const body = Buffer.from(output.type === 'chunk' ? output.code : output.source)
  const { moduleIds: modules = [], imports = [] } = output.type === 'chunk' ? output : {}
  return { body, gzip: gzipSync(body, { level: 9 }), modules, imports: imports.map((name) => `/${name}`) }
}
