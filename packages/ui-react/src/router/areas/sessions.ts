import { loadModule } from '@latchkey/core'
import type { AnyViewDefinition } from '../defineView.js'

/** What apps may do by themselves. */
export const views: readonly AnyViewDefinition[] = [
  {
    name: 'SmartSessions',
    load: () => loadModule(() => import('../../views/smart-sessions/SmartSessionsView.js')),
  },
]
