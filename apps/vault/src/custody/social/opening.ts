import { createHash, timingSafeEqual } from 'node:crypto'
import type { SocialReply } from '../../protocol/custody.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Custody } from '../custody.js'
import { type AttemptRow, sealPart, unsealPart } from './attempt.js'

/** How the user's browser passed through the vault on its way to the provider. Sealed: it decides who may finish the login. */
export type Opening = {
  /** SHA-256 of the browser's cookie for this login, hex. Absent until a browser has passed. */
  readonly browserHash?: string | undefined
  /** Whether the app's own page opened the window, as browsers say by the referrer. Nobody else may ask the user to confirm. */
  readonly isByApp: boolean
  /** Where to go back to, where there is no popup. */
  readonly returnTo?: string | undefined
}

export type SocialRefusal = Extract<SocialReply, { readonly status: 'elsewhere' }> | { readonly status: 'gone' }

export function readOpening(custody: Pick<Custody, 'keys' | 'instance'>, { id, opening }: AttemptRow): Opening {
  return opening ? unsealPart<Opening>(custody, opening, { id, part: 'opening' }) : { isByApp: false }
}

export function sealOpening(custody: Pick<Custody, 'keys' | 'instance'>, opening: Opening, id: string): Buffer {
  return sealPart(custody, opening, { id, part: 'opening' })
}

export function toBrowserHash(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}

/** Whether a request comes from the browser that passed through the vault to the provider. */
export function isSameBrowser({ browserHash }: Opening, cookie: string | undefined): boolean {
  if (browserHash === undefined || cookie === undefined) return false
  return timingSafeEqual(Buffer.from(browserHash), Buffer.from(toBrowserHash(cookie)))
}

/** What another browser is told: where to begin a login of its own. */
export function toElsewhere({ projects }: Pick<Custody, 'projects'>, { project, origin }: AttemptRow): SocialRefusal {
  return { status: 'elsewhere', origin, app: projects.get(project)?.name ?? origin }
}

/** Whether an address is a page that a project lists for logins without a popup: exact path, any query of the app's own. */
export function isReturnPage(
  custody: Pick<Custody, 'projects' | 'publicUrl'>,
  { project, origin }: Pick<AttemptRow, 'project' | 'origin'>,
  page: string,
): boolean {
  // the vault's own page has its way back from the beginning
  if (!URL.canParse(page) || isOwnPage(custody, { origin })) return false
  const url = new URL(page)
  const paths = custody.projects.get(project)?.returnPaths ?? ['/']
  return url.origin === origin && url.username === '' && url.password === '' && paths.includes(url.pathname)
}
