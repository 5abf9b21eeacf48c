import type { LoginLook, NetworkInput } from '@latchkey/core'
import type { FrameTimeout } from './frame/frameClient.js'

export type EmbeddedWalletOptions = {
  /** Page of the secure site that holds the keys, e.g. `https://wallet.example/`. Required to log in; there is no default site. */
  readonly frameUrl?: string | undefined
  /** Origin of the page after redirects. Default: the origin of `frameUrl`. */
  readonly frameOrigin?: string | undefined
  /**
   * Page of the secure site where users manage devices, recovery and export, e.g.
   * `https://wallet.example/account?projectId=shop`. The modal links to it. Default: no link, as not every site has such a page.
   */
  readonly accountUrl?: string | undefined
  /**
   * Names and icons of login providers that the secure site's operator has set up, by id. List the ids in `features.socials` to offer
   * them. Default: a provider is shown by its id.
   */
  readonly providers?: Readonly<Record<string, LoginLook>> | undefined
  /** Identifies the app to the secure site. Default: the modal's `projectId`. */
  readonly projectId?: string | undefined
  /** Networks in addition to those of the modal's other plugins. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** Whether the frame writes a log. Default: false. */
  readonly enableLogger?: boolean | undefined
  /** Called when the frame didn't load, didn't respond in time, or doesn't allow this page's origin. */
  readonly onTimeout?: ((reason: FrameTimeout) => void) | undefined
}
