import type { NetworkInput } from '@latchkey/core'
import type { FrameTimeout } from './frame/frameClient.js'

export type EmbeddedWalletOptions = {
  /** Page of the secure site that holds the keys, e.g. `https://wallet.example/`. Nobody's is a default. */
  readonly frameUrl?: string | undefined
  /** Where the page ends up, where its address redirects to another origin. That of `frameUrl` unless told. */
  readonly frameOrigin?: string | undefined
  /**
   * Page of the secure site where owners see to devices, recovery and export, e.g. `https://wallet.example/account?projectId=shop`.
   * The modal leads there; nowhere unless told, as not every site has one.
   */
  readonly accountUrl?: string | undefined
  /** Names the app to the secure site; the modal's unless told. */
  readonly projectId?: string | undefined
  /** Networks beside those of the modal's other plugins. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** Has the frame write a log. Off unless told. */
  readonly enableLogger?: boolean | undefined
  /** Told when the frame did not load, did not answer in time, or does not serve this page's origin. */
  readonly onTimeout?: ((reason: FrameTimeout) => void) | undefined
}
