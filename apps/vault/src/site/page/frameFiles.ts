import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Language, languages } from '../../protocol/notice.js'
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
  guardianScript: file,
  passkeyScript: file,
  againScript: file,
  textScripts: z.record(z.enum(languages), file),
  frameTextScripts: z.record(z.enum(languages), file),
  files: z.array(file),
})

export type FrameFiles = {
  /** Identifies all files together. */
  readonly build: string
  /** File names. */
  readonly script: string
  readonly style: string
  readonly approveScript: string
  readonly linkStyle: string
  readonly accountScript: string
  readonly accountStyle: string
  readonly socialScript: string
  readonly unlockScript: string
  readonly guardianScript: string
  readonly passkeyScript: string
  /** The texts of the account page and of the windows, which run before their scripts. */
  readonly textScripts: Readonly<Record<Language, string>>
  /** The texts of the frame and of the approval window, likewise. */
  readonly frameTextScripts: Readonly<Record<Language, string>>
  /** Script of pages whose own script this site doesn't have. */
  readonly againScript: string
  /** The exact bytes that were signed. */
  readonly manifest: string
  /** Signature of the manifest, if the build was signed. */
  readonly signature: string | undefined
  /** Contents by file name. */
  readonly texts: ReadonlyMap<string, string>
}

/** Reads the files that `buildFrame` wrote into a folder. */
export async function readFrameFiles(folder: string): Promise<FrameFiles> {
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
  const { files, ...names } = schema.parse(JSON.parse(manifest))
  const signature = await readFile(join(folder, 'manifest.sig'), 'utf8').then(
    (text) => text.trim(),
    () => undefined, // an unsigned build
  )
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  return { ...names, manifest, signature, texts: new Map(texts) }
}

/** The folder that the build writes the frame page to, found from this app's sources or its build. */
export function frameFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The frame page is not found: the site runs only inside its own folder.')
    folder = parent
  }
  return join(folder, 'dist/frame')
}

/** Scripts of other builds, which another site served. Pages that result from a form post are not reloaded. */
const pageScript =
  /^(frame|approve|account|guardian|guest|owners|unlock|passkey|(?:frame-)?texts-[\w-]+)-[0-9a-f]{16}\.js$/

/** Serves a script or stylesheet of the page. Its name contains its hash, so browsers cache it forever. */
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

/** Serves the build's manifest and signature, for comparison with the served files. */
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
