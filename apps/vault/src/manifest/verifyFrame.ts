import { isSignedBy, type Manifest, parseManifest, toHash } from './manifest.js'

export type VerifyFrameOptions = {
  /** URL of the site, e.g. `https://vault.example.org`. */
  readonly url: string
  /** Public keys of trusted builders, 43 characters each. */
  readonly publicKey?: string | undefined
  /** The manifest of your own build, which must match exactly. */
  readonly manifest?: string | undefined
  /** A project of the site, whose frame page is checked too. */
  readonly projectId?: string | undefined
}

export type VerifiedFrame = { readonly build: string; readonly files: number; readonly pages: number }

/** Timeout per response, in milliseconds. */
const timeout = 10_000

/** Compares the files that a site serves with the signed build, byte by byte. Throws all differences. [T16] */
export async function verifyFrame({ url, publicKey, manifest, projectId }: VerifyFrameOptions): Promise<VerifiedFrame> {
  if (publicKey === undefined && manifest === undefined)
    throw new Error('Pass a public key or the manifest of your own build to compare with.')
  const base = new URL(url)
  if (publicKey !== undefined && !/^[\w-]{43}$/.test(publicKey))
    throw new Error('The public key must have 43 characters (base64url).')
  const get = (path: string): Promise<Response> =>
    fetch(new URL(path, base), { redirect: 'error', signal: AbortSignal.timeout(timeout) }).catch((cause: unknown) => {
      throw new Error(`${path} of ${base.origin} could not be fetched.`, { cause })
    })
  const served = await readManifest(await get('/manifest.json'))
  const problems: string[] = []
  if (publicKey !== undefined && !isSignedBy(served.text, { signature: served.signature ?? '', publicKey }))
    problems.push('The manifest is not signed by this key.')
  if (manifest !== undefined && manifest !== served.text) problems.push('The manifest differs from that of your build.')
  const known = parseManifest(served.text)
  for (const name of known.files) {
    const response = await get(`/files/${name}`)
    const hash = toHash(new Uint8Array(await response.arrayBuffer()))
    if (response.status !== 200 || hash !== known.hashes[name]) problems.push(`/files/${name} differs from the build.`)
  }
  const query = projectId === undefined ? '' : `?projectId=${encodeURIComponent(projectId)}`
  const pages = [
    '/approve',
    '/unlock',
    '/guardian',
    '/passkey',
    '/link',
    '/notice',
    '/loading',
    '/social/result',
    `/account${query}`,
    ...(query ? [`/${query}`] : []),
  ]
  for (const path of pages) problems.push(...(await findProblems(await get(path), path, known)))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { build: known.build, files: known.files.length, pages: pages.length }
}

async function readManifest(
  response: Response,
): Promise<{ readonly text: string; readonly signature: string | undefined }> {
  if (response.status !== 200) throw new Error(`The site returned no manifest: ${response.status}.`)
  return { text: await response.text(), signature: response.headers.get('x-latchkey-signature') ?? undefined }
}

/** Finds scripts and other sources that a page may load although they aren't part of the build. */
async function findProblems(response: Response, path: string, { files }: Manifest): Promise<readonly string[]> {
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const problems: string[] = []
  if (!isStrict(policy)) problems.push(`${path} has a different content security policy.`)
  const isBuilt = (address: string | undefined): boolean =>
    address?.startsWith('/files/') === true && files.includes(address.slice('/files/'.length))
  for (const [tag] of html.matchAll(/<(?:script|link|base|iframe|object|embed|meta[^>]*http-equiv)\b[^>]*>/gi)) {
    const isData = tag === '<script type="application/json" id="settings">'
    const [, script] = /^<script type="module" src="([^"]+)">$/.exec(tag) ?? []
    const [, style] = /^<link rel="stylesheet" href="([^"]+)">$/.exec(tag) ?? []
    if (!isData && !isBuilt(script ?? style))
      problems.push(`${path} contains a tag that is not part of the build: ${tag}`)
  }
  return problems
}

/** Whether a policy lets a page run, load and fetch only from its own site. */
function isStrict(policy: string): boolean {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )
  if (directives.get('default-src')?.join() !== "'none'") return false
  return [...directives].every(([name, sources]) => {
    if (!name.endsWith('-src') && name !== 'base-uri' && name !== 'form-action') return true
    const allowed = name === 'img-src' ? ["'self'", "'none'", 'data:'] : ["'self'", "'none'"]
    return sources.every((source) => allowed.includes(source))
  })
}
