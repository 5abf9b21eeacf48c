import { type Project, toSpecifier } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import type { Tag } from '../../source/jsx.js'
import { type ModalOption, printModal } from './modalOptions.js'
import { insertModal, provide } from './replaceProvider.js'

/** For kits that consist of a provider only: creates the modal above the component, and passes it to `LatchkeyProvider`. */
export function createByProvider(
  source: Source,
  {
    tag,
    project,
    adapters,
    options,
  }: {
    readonly tag: Tag
    readonly project: Project
    readonly adapters: readonly string[]
    readonly options: readonly ModalOption[]
  },
): void {
  const { path, imports } = source
  const { modalPath, modalName } = project
  if (modalPath !== undefined && modalPath !== path) {
    provide(source, tag, imports.use(modalName, toSpecifier(path, modalPath)))
    return
  }
  imports.addWhole('@latchkey/ui-react/styles.css')
  provide(source, tag, insertModal(source, tag, printModal(imports, { adapters, options })))
}
