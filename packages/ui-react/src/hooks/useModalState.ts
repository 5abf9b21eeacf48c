import { isRecord, type ModalState } from '@latchkey/core'
import { useMemo, useSyncExternalStore } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'

/**
 * Selects from the state of a modal; renders again when the selection changes. Objects are compared field by field, so
 * a selector may build a new one; keep the selector itself outside the component or in `useCallback`. `watch` says when a
 * change is rendered, by default at once.
 */
export function useModalState<slice>(
  select: (state: ModalState) => slice,
  modal?: UiModal | undefined,
  watch?: ((onChange: () => void) => () => void) | undefined,
): slice {
  const instance = useModalInstance(modal)
  const [getSnapshot, getServerSnapshot] = useMemo(() => {
    const remember = createMemory(select)
    const rememberInitial = createMemory(select)
    return [() => remember(instance.getState()), () => rememberInitial(instance.getInitialState())]
  }, [instance, select])
  return useSyncExternalStore(watch ?? instance.subscribe, getSnapshot, getServerSnapshot)
}

/** Returns the same object as long as its fields are equal. */
function createMemory<slice>(select: (state: ModalState) => slice): (state: ModalState) => slice {
  let last: { readonly state: ModalState; readonly slice: slice } | undefined
  return (state) => {
    if (last?.state === state) return last.slice
    const next = select(state)
    last = { state, slice: last && isEqual(last.slice, next) ? last.slice : next }
    return last.slice
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!hasFields(a) || !hasFields(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]))
  )
}

/** Whether a value is an array or a plain object. Other objects, such as a Set or a Date, have data outside their fields. */
function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype)
}

/**
 * Reads a primitive value, or an object that is part of the state. Use `useModalState` for selectors that build a new
 * object.
 */
export function useModalValue<value>(read: (state: ModalState) => value, modal?: UiModal | undefined): value {
  const { subscribe, getState, getInitialState } = useModalInstance(modal)
  return useSyncExternalStore(
    subscribe,
    () => read(getState()),
    () => read(getInitialState()),
  )
}
