// uuid needs compiler 0.19 or newer; the 0.17 compiler rejects it. The vectors for these
// types were made by hand-driven runtime libraries (see the README beside this folder).
namespace go confuuid
namespace py confuuid

struct UuidBox { 1: uuid v }
struct UuidMix { 1: i32 a, 2: uuid u, 3: list<uuid> us, 4: map<uuid,i32> m, 5: set<uuid> s, 6: i32 z }
