import {
  loadModule,
  type Payment,
  type PayRequest,
  type SendRequest,
  type SentTransfer,
  type ToastMessage,
} from '@latchkey/core'
import type { UiModal } from './uiModal.js'

// What few apps ask for. A file between, so that the first page has no list of the files that these need.

/** See `UiModal.pay`. */
export async function pay(modal: UiModal, request: PayRequest): Promise<Payment> {
  return (await loadModule(() => import('./payVerb.js'))).payVerb.pay(modal, request)
}

/** A transfer that the app fills in; see `UiModal.open`. */
export async function requestSend(modal: UiModal, request: SendRequest): Promise<SentTransfer> {
  return (await loadModule(() => import('./sendVerb.js'))).sendVerb.requestSend(modal, request)
}

/** See tellCopied.ts. */
export async function tellCopied(modal: UiModal, isCopied: boolean, copied?: ToastMessage): Promise<void> {
  ;(await loadModule(() => import('./hooks/tellCopied.js'))).tellCopied(modal, isCopied, copied)
}

/** Loads the language that the options choose; see loadLocale.ts. */
export async function loadLocale(modal: UiModal): Promise<void> {
  await (await loadModule(() => import('./i18n/loadLocale.js'))).loadLocale(modal)
}
