import { testParts } from './quick-parts.ts';

testParts({ first: 2, of: 3 });
