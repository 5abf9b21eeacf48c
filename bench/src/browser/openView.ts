import type { Visit } from './openVisit.js'

declare global {
  interface Window {
    /** Available on pages that open views by themselves. */
    readonly benchModal: { open(request: object): Promise<unknown>; pay(request: object): Promise<unknown> }
  }
}

export type ViewRequest = { readonly view: string; readonly arguments?: object | undefined }

/** Opens a view as an app does. Doesn't wait for the returned promise. */
export function openView(visit: Visit, request: ViewRequest): Promise<void> {
  return visit.evaluate((wanted) => {
    window.benchModal.open(wanted).catch(() => undefined)
  }, request)
}
