import type { Features, Modal, ModalState, ViewName, Views } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { ShellKey } from '../i18n/messages/en.js'

export type ViewProps<name extends ViewName> = { readonly params: Views[name] }

export type LoadedView<name extends ViewName> = {
  readonly View: ComponentType<ViewProps<name>>
  /** Says the title where the shell has no text for it. */
  readonly Title?: ComponentType | undefined
  /** Shown in the header in place of the title. */
  readonly Header?: ComponentType | undefined
  /** Plain CSS in `@layer views`, adopted when the view is first shown. */
  readonly styles?: string | undefined
}

/** What the shell needs to know of a view before it is loaded. */
export type ViewDefinition<name extends ViewName> = {
  readonly name: name
  /**
   * A text of the shell by its key, or words of the app's own. A function where the state decides. None where the view
   * brings its `Title`.
   */
  readonly title?:
    | ShellKey
    | { readonly text: string }
    | ((state: ModalState, params: Views[name], modal: Modal) => ShellKey | { readonly text: string })
    | undefined
  readonly load: () => Promise<LoadedView<name>>
  /** The view that explains this one, behind a mark in the header where there is no way back. */
  readonly help?: ViewName | undefined
  /** Off: the view does not exist, and its bundle is never loaded. [S2.5] */
  readonly feature?: keyof Features | undefined
  /** False while the view must not be left: overlay, Esc and X shake it instead. */
  readonly canClose?: ((state: ModalState) => boolean) | undefined
}

export type AnyViewDefinition = { [name in ViewName]: ViewDefinition<name> }[ViewName]

/** Views that come without the shell and are found together: a file between, so that who looks for one has no list of what it needs. */
export type Area = { readonly views: readonly AnyViewDefinition[] }

export type AnyLoadedView = { [name in ViewName]: LoadedView<name> }[ViewName]

/** Describes a view; its code and styles are loaded when it is first shown. */
export function defineView<name extends ViewName>(view: ViewDefinition<name>): ViewDefinition<name> {
  return view
}
