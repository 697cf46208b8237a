// libccd for `groups/convex/ccd.rs`. Debian builds it in double precision. Its users bring the support functions: here the
// plain search over a hull's points, at -O3.
#include <ccd/ccd.h>
#include <math.h>

typedef struct {
	const double *points; // x, y, z of each
	int count;
	double rotation[9]; // rows
	double origin[3];
} hull;

static void support(const void *object, const ccd_vec3_t *along, ccd_vec3_t *out)
{
	const hull *h = object;
	const double *r = h->rotation, *d = along->v;
	double x = r[0] * d[0] + r[3] * d[1] + r[6] * d[2];
	double y = r[1] * d[0] + r[4] * d[1] + r[7] * d[2];
	double z = r[2] * d[0] + r[5] * d[1] + r[8] * d[2];
	const double *best = h->points;
	double most = -INFINITY;
	for (int i = 0; i < h->count; ++i) {
		const double *p = h->points + 3 * i;
		double reach = p[0] * x + p[1] * y + p[2] * z;
		if (reach > most) {
			most = reach;
			best = p;
		}
	}
	for (int i = 0; i < 3; ++i)
		out->v[i] = h->origin[i] + r[3 * i] * best[0] + r[3 * i + 1] * best[1] + r[3 * i + 2] * best[2];
}

static void center(const void *object, ccd_vec3_t *out)
{
	const hull *h = object;
	for (int i = 0; i < 3; ++i)
		out->v[i] = h->origin[i];
}

static ccd_t settings(void)
{
	ccd_t ccd;
	CCD_INIT(&ccd);
	ccd.support1 = ccd.support2 = support;
	ccd.center1 = ccd.center2 = center;
	ccd.max_iterations = 100;
	return ccd;
}

float ccd_overlap_gjk(const hull *a, const hull *b)
{
	ccd_t ccd = settings();
	return ccdGJKIntersect(a, b, &ccd) ? 1.0f : 0.0f;
}

float ccd_overlap_mpr(const hull *a, const hull *b)
{
	ccd_t ccd = settings();
	return ccdMPRIntersect(a, b, &ccd) ? 1.0f : 0.0f;
}

// Minus the depth by GJK and EPA; NaN if the hulls do not overlap.
float ccd_depth(const hull *a, const hull *b)
{
	ccd_t ccd = settings();
	ccd_real_t depth;
	ccd_vec3_t direction, position;
	return ccdGJKPenetration(a, b, &ccd, &depth, &direction, &position) == 0 ? (float)-depth : NAN;
}
