import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { RouteResponse } from '../http/response.js'
import { SiteError } from '../http/SiteError.js'

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

/** Where the build writes the frame page to, whether the sources of this app run or its build. */
export function frameFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The frame page is not found: the site runs only inside its own folder.')
    folder = parent
  }
  return join(folder, 'dist/frame')
}

/** Of a page of another build, which a site beside this one has served. Pages that a form led to are not loaded twice. */
const pageScript = /^(frame|approve|account|unlock)-[0-9a-f]{16}\.js$/

/** A script or stylesheet of the page. What it holds is in its name, so that browsers keep it for good. */
export function answerFile(name: string, { texts, againScript }: FrameFiles): RouteResponse {
  const body = texts.get(name)
  if (body === undefined && pageScript.test(name))
    return { status: 307, headers: { location: `/files/${againScript}` }, body: '' }
  if (body === undefined) throw new SiteError('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  return {
    status: 200,
    headers: {
      'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body,
  }
}

/** What the build holds, and who has signed it, for who compares it with what is served. */
export function answerManifest({ manifest, signature }: FrameFiles): RouteResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'x-latchkey-signature': signature }),
    },
    body: manifest,
  }
}
