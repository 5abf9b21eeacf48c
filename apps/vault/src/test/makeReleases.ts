import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleProgram } from '@latchkey/devnet/programs'
import { buildFrame } from '../buildFrame.js'
import { toHash } from '../manifest/manifest.js'

/** An installed version of the vault: both programs, and their frame page. */
export type Release = { readonly folder: string; readonly build: string }

export type Releases = {
  readonly older: Release
  readonly newer: Release
  readonly remove: () => Promise<void>
}

/** Builds two versions from the current sources. The newer one has another frame script and one more migration. */
export async function makeReleases(): Promise<Releases> {
  const entries = { custody: 'src/custody/main.ts', site: 'src/site/main.ts' }
  const next = [['ALTER TABLE users ADD COLUMN nickname text', 'CREATE INDEX users_nickname ON users (nickname)']]
  const [{ folder: older }, { folder: newer }] = await Promise.all([
    bundleProgram('vault', { entries }),
    bundleProgram('vault', { entries, next }),
  ])
  // marks the root of the package, below which the site finds its frame page
  for (const folder of [older, newer]) await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await buildFrame(join(older, 'dist/frame'))
  await cp(join(older, 'dist'), join(newer, 'dist'), { recursive: true })
  await changeFrame(join(newer, 'dist/frame'))
  return {
    older: await read(older),
    newer: await read(newer),
    remove: async () => {
      for (const folder of [older, newer]) await rm(folder, { recursive: true, force: true })
    },
  }
}

type FrameManifest = {
  readonly build: string
  readonly script: string
  readonly files: readonly string[]
  readonly hashes: Readonly<Record<string, string>>
}

const readManifest = async (folder: string): Promise<FrameManifest> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as FrameManifest

const read = async (folder: string): Promise<Release> => {
  const { build } = await readManifest(join(folder, 'dist/frame'))
  return { folder, build }
}

/** Changes the frame's script, and updates the manifest like `buildFrame` does. */
async function changeFrame(folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  const text = `${await readFile(join(folder, manifest.script), 'utf8')}\ndocument.documentElement.dataset.release='newer'`
  const script = `frame-${toHash(text).slice(0, 16)}.js`
  await writeFile(join(folder, script), text)
  const files = manifest.files.map((name) => (name === manifest.script ? script : name))
  const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
  const hashes = { ...manifest.hashes, [script]: toHash(text) }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, build, script, files, hashes }))
}
