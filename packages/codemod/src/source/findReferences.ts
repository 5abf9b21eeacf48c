import ts from 'typescript'
import { walk } from './walk.js'

/** Where a name of the module's scope is used, imports left out. A name of an inner scope that hides it is not told apart. */
export function findReferences(file: ts.SourceFile, name: string): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  walk(file, (node) => {
    if (ts.isIdentifier(node) && node.text === name && isReference(node)) found.push(node)
  })
  return found
}

/** Not the name of a property, an attribute or an import. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name !== node
  if (ts.isQualifiedName(parent)) return parent.right !== node
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  return !ts.isJsxAttribute(parent) && !ts.isImportSpecifier(parent) && !ts.isImportClause(parent)
}
