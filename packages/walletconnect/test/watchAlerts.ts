import type { Alert } from '@latchkey/core'
import type { Rig } from './createRig.js'

/** Records the alerts that a developer with `debug` sees from now on. */
export function watchAlerts({ context }: Rig): readonly Alert[] {
  const alerts: Alert[] = []
  Object.assign(context, {
    options: { ...context.options, debug: true },
    showAlert: (alert: Alert) => void alerts.push(alert),
  })
  return alerts
}
