import type { Features, Modal, ModalState, ViewName, Views } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { MessageKey, PluralText, ShellKey } from './i18n/messages/keys.js'
import type { Params } from './i18n/translate.js'

export type ViewProps<name extends ViewName> = { readonly params: Views[name] }

export type LoadedView<name extends ViewName> = {
  readonly View: ComponentType<ViewProps<name>>
  /** Renders the title if the shell has no text for it. */
  readonly Title?: ComponentType | undefined
  /** Replaces the title in the header. */
  readonly Header?: ComponentType | undefined
  /** A button at the start of the header, unless there is a way back. */
  readonly Start?: ComponentType | undefined
  /** Plain CSS in `@layer views`, adopted when the view is first shown. */
  readonly styles?: string | undefined
}

type TitleText<key extends MessageKey> =
  | key
  | { readonly text: string }
  | { readonly key: key; readonly params: Params }

/** The title of a view: the key of a text, or the text itself. A function if it depends on the state. */
type ViewTitle<name extends ViewName, key extends MessageKey> =
  | TitleText<key>
  | ((state: ModalState, params: Views[name], modal: Modal) => TitleText<key>)

/** Properties of a view for the header and the dialog. */
type ViewInfo<name extends ViewName, key extends MessageKey> = {
  readonly name: name
  /**
   * A text of the shell by its key, or a text of the app. A function if it depends on the state. Omit it if the view
   * has a `Title`.
   */
  readonly title?: ViewTitle<name, key> | undefined
  /** A view that explains this one. The header links to it when there is no way back. */
  readonly help?: ViewName | undefined
  /** False once there is nothing to go back to, as after a transaction. Default: true. */
  readonly canGoBack?: ((state: ModalState) => boolean) | undefined
  /** False while the view must not be left: overlay, Esc and X shake it instead. */
  readonly canClose?: ((state: ModalState) => boolean) | undefined
}

/** A view of an app: its properties for the shell, and how to load it. */
export type ViewDefinition<name extends ViewName> = ViewInfo<name, ShellKey> & {
  readonly load: () => Promise<LoadedView<name>>
  /** Off: the view does not exist, and its bundle is never loaded. [S2.5] */
  readonly feature?: keyof Features | undefined
}

export type AnyViewDefinition = { [name in ViewName]: ViewDefinition<name> }[ViewName]

/** Describes a view; its code and styles are loaded when it is first shown. */
export function defineView<name extends ViewName>(view: ViewDefinition<name>): ViewDefinition<name> {
  return view
}

type FeatureView<key extends MessageKey> = {
  [name in ViewName]: ViewInfo<name, key> & Pick<LoadedView<name>, 'View' | 'Header' | 'Start'>
}[ViewName]

/** Views that are loaded together, with their texts and styles. */
export type Feature<key extends MessageKey = MessageKey> = {
  /** The texts of its titles, in addition to those of the shell. */
  readonly texts?: { readonly [name in key]?: string | PluralText } | undefined
  /** Plain CSS in `@layer views`, adopted when the feature is loaded. */
  readonly styles?: string | undefined
  readonly views: readonly FeatureView<NoInfer<key> | ShellKey>[]
}

/** Lists the views of a feature. */
export function defineFeature<key extends MessageKey = never>(feature: Feature<key>): Feature {
  return feature as Feature
}
