import { LatchkeyError } from './LatchkeyError.js'

/** No view has this name, or its feature is switched off. */
export class ViewNotFoundError extends LatchkeyError {
  override readonly name = 'ViewNotFoundError'
  constructor({ view }: { readonly view: string }) {
    super('VIEW_NOT_FOUND', `No view is named "${view}".`)
  }
}
