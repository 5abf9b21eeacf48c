import type { LoginProvider } from './login.js'

/** `POST /notice`: looks at a link of a notice, which changes nothing, or does what it is for. */
export type NoticeRequest = { readonly token: string; readonly act: boolean; readonly ip: string }

/** `revoke` a device, `undo` a change of the address, `cancel` a recovery, `unlink` a login that was added, cancel a transfer
 * that is on `hold`, or a `seal` that has not taken effect. */
export type NoticeKind = 'revoke' | 'undo' | 'cancel' | 'unlink' | 'hold' | 'seal'

/** `gone`: used, expired or never there. */
export type NoticeReply =
  | {
      readonly status: 'open' | 'done'
      readonly kind: NoticeKind
      /** When it happened: milliseconds since the epoch. */
      readonly at?: number | undefined
      /** Of the login, where it is about one. */
      readonly provider?: LoginProvider | undefined
      /** Of the device, where it is about one. */
      readonly origin?: string | undefined
      readonly browser?: string | undefined
      readonly place?: string | undefined
    }
  | { readonly status: 'gone' }
