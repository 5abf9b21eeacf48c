import { internals, type Modal } from '../../modal.js'
import { watchEvents } from '../events/watchEvents.js'
import { sendReport } from './sendReport.js'

/**
 * Sends the names of tracked events, and nothing of what they are about, to the service that the app names for it in
 * `services.analytics`. Ends with the modal, or where the service refuses. [S7.23, S8.28]
 */
export function watchAnalytics(modal: Modal, baseUrl: string): void {
  const unwatch = watchEvents(modal, ({ event }) => {
    void sendReport(modal, baseUrl, { type: 'track', event }).then((isTaken) => {
      if (!isTaken) unwatch()
    })
  })
  modal[internals].onDestroy(unwatch)
}
