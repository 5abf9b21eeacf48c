import { internals, type Modal } from '../../modal.js'
import type { ActivityMemory } from './state.js'

export function getActivityMemory(modal: Modal): ActivityMemory {
  const inner = modal[internals]
  inner.activity ??= { pages: new Map(), cursors: new Set() }
  return inner.activity
}
