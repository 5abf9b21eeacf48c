import type { ModalState } from '@latchkey/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { UiModal } from '../uiModal.js'
import { afterPaint } from './afterPaint.js'
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
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => Object.is(value, (b as typeof a)[key as never]))
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

/**
 * Reads a primitive value like `useModalValue`, but a change is rendered only after the next frame: for what the frame that
 * shows the change does not need.
 */
export function useModalValueAfterPaint<value>(read: (state: ModalState) => value): value {
  const { subscribe, getState, getInitialState } = useModalInstance()
  const watch = useCallback(
    (onChange: () => void) => {
      let cancel: (() => void) | undefined
      let last = read(getState())
      const unsubscribe = subscribe((state) => {
        const next = read(state)
        if (Object.is(next, last)) return
        last = next
        cancel?.()
        cancel = afterPaint(onChange)
      })
      return () => {
        cancel?.()
        unsubscribe()
      }
    },
    [subscribe, getState, read],
  )
  return useSyncExternalStore(
    watch,
    () => read(getState()),
    () => read(getInitialState()),
  )
}

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Whether the modal is open. Opening and closing only paint what is there: what follows from them is rendered afterwards. */
export function useIsOpen(): boolean {
  return useModalValueAfterPaint(selectOpen)
}
