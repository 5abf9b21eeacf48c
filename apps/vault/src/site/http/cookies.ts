import { createHash } from 'node:crypto'

/** Seconds: a year. */
const maxAge = 31_536_000

/** Name of the cookie that identifies a user's browser, for one project. `__Host-`: only this host sets and gets it. */
export function toCookieName(project: string): string {
  return `__Host-latchkey-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`
}

/** Partitioned: each app that embeds the frame has its own, which no other app's page makes the browser send. */
export function toCookie({ project, credential }: { project: string; credential: string | null }): string {
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=None; Partitioned'
  return `${toCookieName(project)}=${credential ?? ''}; ${attributes}; Max-Age=${credential === null ? 0 : maxAge}`
}

export function readCookie(header: string | undefined, { project }: { project: string }): string | undefined {
  return findCookie(header, toCookieName(project))
}

/** The first cookie of that name. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) || undefined
}
