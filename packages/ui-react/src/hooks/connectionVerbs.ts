import { disconnect, removeConnection, switchConnection } from '@latchkey/core/controllers'

/** Loaded when one is called. A module of its own: importing all controllers at once would load all of them. */
export const connectionVerbs: {
  readonly disconnect: typeof disconnect
  readonly removeConnection: typeof removeConnection
  readonly switchConnection: typeof switchConnection
} = { disconnect, removeConnection, switchConnection }
