import type { Social } from '@latchkey/core'

export type SocialLayout = {
  /** As wide as the view, with their names. */
  readonly wide: readonly Social[]
  /** In one line, by their marks. */
  readonly icons: readonly Social[]
  /** There are others behind the last icon. */
  readonly hasMore: boolean
}

/** So many are shown without a way to more, and so many icons with it. */
const most = { shown: 6, icons: 4 } as const

/** How the logins at other sites stand among the ways to connect: two alike, otherwise the first above the rest. */
export function toSocialLayout(socials: readonly Social[]): SocialLayout {
  if (socials.length <= 2) return { wide: socials, icons: [], hasMore: false }
  const [first, ...rest] = socials
  const hasMore = socials.length > most.shown
  return { wide: first ? [first] : [], icons: hasMore ? rest.slice(0, most.icons) : rest, hasMore }
}
