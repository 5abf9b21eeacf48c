/** Props of each screen of the dialog. */
export type ScreenProps = {
  /** Nothing is left to do here: the dialog may close. */
  readonly onDone: () => void
}
