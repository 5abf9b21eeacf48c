import type { StoreContext } from './database.js'
import type { Services } from './services.js'
import type { SingleSignOn } from './singleSignOn.js'

/** Dependencies shared by the console's parts. */
export type ConsoleContext = StoreContext & {
  readonly publicUrl: URL
  readonly services: Services
  readonly singleSignOn: SingleSignOn | undefined
  /** Called with failures on this side, never with secrets. */
  readonly warn: (cause: unknown) => void
}
