import type { Visit } from './openVisit.js'

declare global {
  interface Window {
    /** Of the pages that open views by themselves. */
    readonly benchModal: { open(request: object): Promise<unknown>; pay(request: object): Promise<unknown> }
  }
}

export type ViewRequest = { readonly view: string; readonly arguments?: object | undefined }

/** Opens a view as an app does. What becomes of it later is not waited for. */
export function openView(visit: Visit, request: ViewRequest): Promise<void> {
  return visit.evaluate((wanted) => {
    window.benchModal.open(wanted).catch(() => undefined)
  }, request)
}
