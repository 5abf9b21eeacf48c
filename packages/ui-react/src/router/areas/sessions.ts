import { loadSmartSessions } from '../../views/smart-sessions/index.js'
import type { LoadedView } from '../defineView.js'

type SessionsView = 'SmartSessions'

/** What apps may do by themselves. */
export const loaders: { readonly [name in SessionsView]: () => Promise<LoadedView<name>> } = {
  SmartSessions: loadSmartSessions,
}
