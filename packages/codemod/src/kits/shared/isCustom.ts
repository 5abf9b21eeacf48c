import ts from 'typescript'
import { findReferences } from '../../source/findReferences.js'

/** Whether a button of another modal is used as `<Button.Custom>`, which draws itself by a function. */
export function isCustom(file: ts.SourceFile, local: string): boolean {
  return findReferences(file, local).some(
    ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === 'Custom',
  )
}
