import type { Modal } from '../../modal.js'
import { setOnRamp } from './setOnRamp.js'

/** Chooses who sells, by name. Does nothing for one that is not offered. */
export function setOnRampProvider(modal: Modal, name: string): void {
  const provider = modal.getState().onramp?.providers.find((candidate) => candidate.name === name)
  if (provider) setOnRamp(modal, { type: 'providerChosen', provider })
}
