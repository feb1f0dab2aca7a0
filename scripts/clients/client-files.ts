import { type ApiDocument, apiOperations } from './api-operations.ts';
import { checkNames } from './call-names.ts';
import { pythonAsyncStub, pythonCalls } from './python-client.ts';
import { pythonColumns } from './python-columns.ts';
import { pythonBodies } from './python-types.ts';
import { typescriptCalls, typescriptTypes } from './typescript-client.ts';

/**
 * The files of both clients that follow from the description of the API, by their path from the root. The same description
 * makes the same files.
 */
export async function clientFiles(document: ApiDocument): Promise<Record<string, string>> {
  const operations = apiOperations(document);
  checkNames(operations);
  return {
    'clients/typescript/src/generated/schema.ts': await typescriptTypes(document),
    'clients/typescript/src/generated/calls.ts': typescriptCalls(operations),
    'clients/python/tidemark_client/generated/bodies.py': pythonBodies(document),
    'clients/python/tidemark_client/generated/columns.py': pythonColumns(document),
    'clients/python/tidemark_client/generated/calls.py': pythonCalls(operations),
    'clients/python/tidemark_client/generated/async_calls.pyi': pythonAsyncStub(operations),
  };
}
