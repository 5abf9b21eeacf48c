import type { Route, RouterState, ViewName } from '@latchkey/core'
import { viewFeatures } from './viewFeatures.js'

/** Where there is room for two panes: 720 px of the card, and a list that does not scroll. */
export const wideWindow = '(min-width: 760px) and (min-height: 540px)'

/** The features whose views follow from a choice among the connection methods. */
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
  /** What the selection needs; undefined while nothing is selected. */
  readonly detail: Route | undefined
}

/** The routes of the two panes, if the view on top shows connection methods or what was chosen among them. */
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
