import ts from 'typescript'

/** The statement that a node is in, above which a comment can stand: within the next block, case or file. */
export function findStatement(node: ts.Node): ts.Node {
  const { parent } = node
  if (parent === undefined || ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) {
    return node
  }
  return findStatement(parent)
}
