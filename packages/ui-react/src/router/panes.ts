import type { Route, RouterState, ViewName } from '@latchkey/core'
import { viewFeatures } from './viewFeatures.js'

/** Windows with room for two panes: 720 px for the card, and a list that does not scroll. */
export const wideWindow = '(min-width: 760px) and (min-height: 540px)'

/** The features whose views open from the connection methods. */
const detailFeatures: readonly string[] = [
  'connecting',
  'pairing',
  'wallets',
  'emailLogin',
  'passkeyLogin',
  'phoneLogin',
  'socialLogin',
]

type Panes = {
  /** The connection methods. */
  readonly list: Route
  /** The view of the selected connection method; undefined without a selection. */
  readonly detail: Route | undefined
}

/** Returns the routes of the two panes, if the top view shows the connection methods or the selected one. */
export function toPanes(stack: RouterState['stack'], top: Route): Panes | undefined {
  if (top.view === 'Connect') return { list: top, detail: undefined }
  const index = stack.findLastIndex(({ view }) => view === 'Connect')
  const list = stack[index]
  if (!list || !stack.slice(index + 1).every(({ view }) => isDetail(view))) return undefined
  return { list, detail: top }
}

function isDetail(view: ViewName): boolean {
  return Object.hasOwn(viewFeatures, view) && detailFeatures.includes(viewFeatures[view as keyof typeof viewFeatures])
}
