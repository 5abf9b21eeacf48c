import type {
  Abilities,
  CaipNetworkId,
  ConnectRequest,
  ConnectResult,
  Namespace,
  NamespaceRequest,
  Rect,
  Route,
  ThemeState,
} from '@latchkey/core'
import type { EmailFeatures } from './login/createEmailFeatures.js'

/** The part of the connector that speaks to the frame: loaded when somebody logs in, or did before. */
export type Wallet = {
  readonly email: EmailFeatures
  /** Throws `UNAUTHORIZED` where nobody is logged in. */
  connect(request: ConnectRequest): Promise<ConnectResult>
  /** Ends the login, in every chain family. */
  disconnect(request: NamespaceRequest): Promise<void>
  getFeatures(namespace: Namespace): Abilities
  /** The same each time. */
  getProvider(namespace: Namespace): unknown
  /** Where it is in a chain family, or of all of them where none is named; before it is connected, where it will be. */
  getNetworkId(namespace?: Namespace | undefined): CaipNetworkId | undefined
  /** Where a visitor logs in again whose login has ended. [S4.6] */
  getLoginRoute(namespace: Namespace): Route
  place(rect: Rect | null): void
  rejectAll(): void
  syncTheme(theme: ThemeState): void
  destroy(): void
}
