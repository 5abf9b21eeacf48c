import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = z.string().regex(/^[\w-]+\.(js|css)$/)
const schema = z.object({
  build: z.string(),
  script: file,
  style: file,
  approveScript: file,
  linkStyle: file,
  accountScript: file,
  accountStyle: file,
  socialScript: file,
  unlockScript: file,
  againScript: file,
  files: z.array(file),
})

export type FrameFiles = {
  /** What all files together are told apart by. */
  readonly build: string
  /** Names of files. */
  readonly script: string
  readonly style: string
  readonly approveScript: string
  readonly linkStyle: string
  readonly accountScript: string
  readonly accountStyle: string
  readonly socialScript: string
  readonly unlockScript: string
  /** For pages whose own script this site does not have. */
  readonly againScript: string
  /** As it was signed. */
  readonly manifest: string
  /** Of the manifest, where the build was signed. */
  readonly signature: string | undefined
  /** Of every file, by name. */
  readonly texts: ReadonlyMap<string, string>
}

/** The files that `buildFrame` wrote into a folder. */
export async function readFrameFiles(folder: string): Promise<FrameFiles> {
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
  const { files, ...names } = schema.parse(JSON.parse(manifest))
  const signature = await readFile(join(folder, 'manifest.sig'), 'utf8').then(
    (text) => text.trim(),
    () => undefined, // a build that nobody has signed
  )
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  return { ...names, manifest, signature, texts: new Map(texts) }
}
